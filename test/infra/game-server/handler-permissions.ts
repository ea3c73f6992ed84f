/**
 * The actions that CloudFormation's handlers may call, as AWS lists them in the schemas of its resource types
 * (`aws cloudformation describe-type --type RESOURCE --type-name …`, handlers.create, .read and .delete).
 * Source: the schemas in cfn-lint 1.58.0, which took them from AWS on 2026-10-20. Read on 2026-11-22.
 */
export const handlerPermissions: Record<string, { create: string[]; read: string[]; delete: string[] }> = {
  // The schemas of these two have no handlers: CloudFormation makes the address for the signal in an account of its own.
  'AWS::CloudFormation::WaitCondition': { create: [], read: [], delete: [] },
  'AWS::CloudFormation::WaitConditionHandle': { create: [], read: [], delete: [] },
  'AWS::EC2::Instance': {
    create: [
      'iam:PassRole',
      'ec2:ModifyPrivateDnsNameOptions',
      'ec2:DescribeNetworkInterfaces',
      'ec2:DescribeVolumes',
      'ec2:RunInstances',
      'ec2:AssociateIamInstanceProfile',
      'ec2:DescribeIamInstanceProfileAssociations',
      'ec2:DescribeInstances',
      'ec2:DescribeSubnets',
      'ec2:DescribeKeyPairs',
      'ec2:DescribeSecurityGroups',
      'ec2:DescribeVpcs',
      'ec2:DescribeInstanceAttribute',
      'ec2:DescribeInstanceCreditSpecifications',
      'ec2:DescribeLaunchTemplates',
      'ec2:DescribeLaunchTemplateVersions',
      'ec2:DetachVolume',
      'ec2:DisassociateIamInstanceProfile',
      'ec2:ModifyInstanceAttribute',
      'ec2:ModifyInstanceCreditSpecification',
      'ec2:ModifyInstancePlacement',
      'ec2:MonitorInstances',
      'ec2:AttachVolume',
      'ec2:CreateTags',
      'ec2:ReplaceIamInstanceProfileAssociation',
      'ec2:StartInstances',
      'ssm:CreateAssociation',
      'ssm:DescribeAssociation',
      'ssm:ListAssociations',
    ],
    read: [
      'ec2:DescribeNetworkInterfaces',
      'ec2:DescribeVolumes',
      'ec2:DescribeInstances',
      'ec2:DescribeInstanceAttribute',
      'ec2:DescribeInstanceCreditSpecifications',
      'ec2:DescribeLaunchTemplates',
      'ssm:DescribeAssociation',
      'ssm:ListAssociations',
    ],
    delete: [
      'ec2:DescribeInstances',
      'ec2:TerminateInstances',
      'ec2:DescribeNetworkInterfaces',
      'ec2:DescribeVolumes',
      'ec2:DescribeInstanceAttribute',
      'ec2:DescribeInstanceCreditSpecifications',
      'ec2:DescribeLaunchTemplates',
      'ssm:DescribeAssociation',
      'ssm:ListAssociations',
    ],
  },
  'AWS::EC2::SecurityGroupIngress': {
    create: ['ec2:DescribeSecurityGroupRules', 'ec2:AuthorizeSecurityGroupIngress'],
    read: ['ec2:DescribeSecurityGroups', 'ec2:DescribeSecurityGroupRules'],
    delete: ['ec2:DescribeSecurityGroupRules', 'ec2:RevokeSecurityGroupIngress'],
  },
  'AWS::Events::Rule': {
    create: ['iam:PassRole', 'events:DescribeRule', 'events:PutRule', 'events:PutTargets', 'events:TagResource'],
    read: ['iam:PassRole', 'events:DescribeRule', 'events:ListTargetsByRule', 'events:ListTagsForResource'],
    delete: [
      'iam:PassRole',
      'events:DescribeRule',
      'events:DeleteRule',
      'events:RemoveTargets',
      'events:ListTargetsByRule',
    ],
  },
  'AWS::Route53::RecordSet': {
    create: [
      'route53:ListHostedZones',
      'route53:GetChange',
      'route53:ChangeResourceRecordSets',
      'route53:ListResourceRecordSets',
      'route53:GetHostedZone',
    ],
    read: ['route53:ListHostedZones', 'route53:ListResourceRecordSets', 'route53:GetHostedZone'],
    delete: [
      'route53:ListHostedZones',
      'route53:GetChange',
      'route53:ChangeResourceRecordSets',
      'route53:ListResourceRecordSets',
      'route53:GetHostedZone',
    ],
  },
};

/**
 * The changes that a handler makes for some properties only. The role lacks them while the template has none of these
 * properties.
 */
export const conditionalMutations: Record<string, { properties: string[]; reason: string }> = {
  'ec2:ModifyPrivateDnsNameOptions': { properties: ['PrivateDnsNameOptions'], reason: 'sets the private name' },
  'ec2:AssociateIamInstanceProfile': { properties: [], reason: 'RunInstances gets the profile; an update adds one' },
  'ec2:DisassociateIamInstanceProfile': { properties: [], reason: 'an update removes a profile; no server is updated' },
  'ec2:ReplaceIamInstanceProfileAssociation': { properties: [], reason: 'an update exchanges a profile' },
  'ec2:AttachVolume': { properties: ['Volumes'], reason: 'attaches volumes that exist already' },
  'ec2:DetachVolume': { properties: ['Volumes'], reason: 'detaches volumes that exist already' },
  'ec2:ModifyInstanceAttribute': {
    properties: ['SourceDestCheck', 'DisableApiTermination', 'InstanceInitiatedShutdownBehavior'],
    reason: 'sets attributes after the launch',
  },
  'ec2:ModifyInstanceCreditSpecification': {
    properties: [],
    reason: 'RunInstances gets the credit specification; an update changes it',
  },
  'ec2:ModifyInstancePlacement': {
    properties: ['Affinity', 'HostId', 'HostResourceGroupArn', 'PlacementGroupName', 'Tenancy'],
    reason: 'places an instance on a host',
  },
  'ec2:MonitorInstances': { properties: ['Monitoring'], reason: 'turns on detailed monitoring' },
  'ec2:StartInstances': { properties: [], reason: 'an update that stopped the instance starts it again' },
  'ssm:CreateAssociation': { properties: ['SsmAssociations'], reason: 'associates documents' },
};
