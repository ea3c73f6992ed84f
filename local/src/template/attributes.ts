/**
 * The values of `Ref` and `Fn::GetAtt` that CloudFormation would give, by resource type. A type that is missing here stops
 * the start, so that the local cloud does not silently leave out a resource.
 */

import { createHash } from 'node:crypto';

/** The account, region and name of a stack. */
export interface StackLocation {
  account: string;
  region: string;
  stackName: string;
  /** The id of a stack that is created again and again. Its resources get new ids each time. */
  stackId?: string;
  /** The end of the names that this deployment of the stack gives: see deployment.ts. */
  suffix?: string;
  /** Queue addresses carry the endpoint's origin, because the SDK follows them and not AWS_ENDPOINT_URL. */
  endpointOrigin: string;
}

export interface ResourceNaming extends StackLocation {
  logicalId: string;
  /** Returns the physical name: the value of the property, or a name that is the same at each start. */
  name(property: string): string;
}

export interface ResourceIdentity {
  ref: string;
  attributes: Record<string, string>;
}

const arn = ({ region, account }: ResourceNaming, service: string, resource: string) =>
  `arn:aws:${service}:${region}:${account}:${resource}`;

/** Returns an id in AWS's form that is the same at each start. */
const shortId = ({ logicalId, suffix = '' }: ResourceNaming) =>
  createHash('sha256').update(`${logicalId}${suffix}`).digest('hex').slice(0, 12);

/** Returns a resource that is referred to by its id only. */
const byId = (naming: ResourceNaming): ResourceIdentity => ({
  ref: shortId(naming),
  attributes: { Id: shortId(naming) },
});

/** Returns a resource that is not referred to or not imitated. See docs/local-runtime.md. */
const inert = ({ logicalId }: ResourceNaming): ResourceIdentity => ({ ref: logicalId, attributes: {} });

/** Returns an id in the form of EC2 and EFS. It differs from stack to stack. */
const hexId = (prefix: string, { stackId = '', logicalId, suffix = '' }: ResourceNaming) =>
  `${prefix}-0${createHash('sha256').update(`${stackId}/${logicalId}${suffix}`).digest('hex').slice(0, 16)}`;

const identities: Record<string, (naming: ResourceNaming) => ResourceIdentity> = {
  'AWS::DynamoDB::Table': (naming) => {
    const ref = naming.name('TableName');
    return { ref, attributes: { Arn: arn(naming, 'dynamodb', `table/${ref}`) } };
  },
  'AWS::SQS::Queue': (naming) => {
    const name = naming.name('QueueName');
    const ref = `${naming.endpointOrigin}/${naming.account}/${name}`;
    return { ref, attributes: { Arn: arn(naming, 'sqs', name), QueueName: name, QueueUrl: ref } };
  },
  'AWS::Lambda::Function': (naming) => {
    const ref = naming.name('FunctionName');
    return { ref, attributes: { Arn: arn(naming, 'lambda', `function:${ref}`) } };
  },
  'AWS::Lambda::LayerVersion': (naming) => {
    const ref = arn(naming, 'lambda', `layer:${naming.logicalId}:1`);
    return { ref, attributes: {} };
  },
  'AWS::Lambda::EventSourceMapping': byId,
  'AWS::Lambda::Permission': inert,
  'AWS::Lambda::EventInvokeConfig': inert,
  'AWS::IAM::Role': (naming) => {
    const ref = naming.name('RoleName');
    return { ref, attributes: { Arn: `arn:aws:iam::${naming.account}:role/${ref}`, RoleId: shortId(naming) } };
  },
  'AWS::IAM::Policy': inert,
  'AWS::IAM::ManagedPolicy': inert,
  'AWS::Logs::LogGroup': (naming) => {
    const ref = naming.name('LogGroupName');
    return { ref, attributes: { Arn: arn(naming, 'logs', `log-group:${ref}:*`) } };
  },
  'AWS::ApiGatewayV2::Api': (naming) => {
    const ref = shortId(naming);
    const apiEndpoint = `https://${ref}.execute-api.${naming.region}.amazonaws.com`;
    return { ref, attributes: { ApiId: ref, ApiEndpoint: apiEndpoint } };
  },
  'AWS::ApiGatewayV2::Stage': (naming) => ({ ref: naming.name('StageName'), attributes: {} }),
  'AWS::ApiGatewayV2::Integration': byId,
  'AWS::ApiGatewayV2::Route': byId,
  'AWS::CloudFront::Distribution': (naming) => {
    const id = shortId(naming);
    return { ref: id.toUpperCase(), attributes: { Id: id.toUpperCase(), DomainName: `${id}.cloudfront.net` } };
  },
  'AWS::CloudFront::Function': (naming) => {
    const ref = `arn:aws:cloudfront::${naming.account}:function/${naming.logicalId}`;
    return { ref, attributes: { FunctionARN: ref, 'FunctionMetadata.FunctionARN': ref } };
  },
  'AWS::CloudFront::ResponseHeadersPolicy': byId,
  'AWS::CloudFront::CachePolicy': byId,
  'AWS::CloudFront::OriginRequestPolicy': byId,
  'AWS::CloudFront::OriginAccessControl': byId,
  'AWS::S3::Bucket': (naming) => {
    const ref = naming.name('BucketName').toLowerCase();
    return {
      ref,
      attributes: {
        Arn: `arn:aws:s3:::${ref}`,
        DomainName: `${ref}.s3.amazonaws.com`,
        RegionalDomainName: `${ref}.s3.${naming.region}.amazonaws.com`,
      },
    };
  },
  'AWS::S3::BucketPolicy': inert,
  'Custom::CDKBucketDeployment': inert,
  'AWS::Scheduler::Schedule': (naming) => {
    const ref = naming.name('Name');
    return { ref, attributes: { Arn: arn(naming, 'scheduler', `schedule/default/${ref}`) } };
  },
  'AWS::Cognito::UserPool': (naming) => {
    const ref = `${naming.region}_${shortId(naming).slice(0, 9)}`;
    return { ref, attributes: { Arn: arn(naming, 'cognito-idp', `userpool/${ref}`), UserPoolId: ref } };
  },
  'AWS::Cognito::UserPoolClient': (naming) => {
    const ref = `${shortId(naming)}${shortId({ ...naming, logicalId: `${naming.logicalId}/client` })}00`;
    return { ref, attributes: { ClientId: ref } };
  },
  'AWS::SSM::Document': (naming) => ({ ref: naming.name('Name'), attributes: {} }),
  'AWS::SSM::Parameter': (naming) => ({ ref: naming.name('Name'), attributes: {} }),
  'AWS::StepFunctions::StateMachine': (naming) => {
    const name = naming.name('StateMachineName');
    const ref = arn(naming, 'states', `stateMachine:${name}`);
    return { ref, attributes: { Arn: ref, Name: name } };
  },
  'AWS::EC2::SecurityGroup': (naming) => {
    const ref = hexId('sg', naming);
    return { ref, attributes: { Id: ref, GroupId: ref } };
  },
  'AWS::EC2::SecurityGroupIngress': inert,
  'AWS::EC2::VPC': (naming) => ({ ref: hexId('vpc', naming), attributes: {} }),
  'AWS::EC2::Subnet': (naming) => ({ ref: hexId('subnet', naming), attributes: {} }),
  'AWS::EC2::InternetGateway': (naming) => ({ ref: hexId('igw', naming), attributes: {} }),
  'AWS::EC2::RouteTable': (naming) => ({ ref: hexId('rtb', naming), attributes: {} }),
  'AWS::EC2::Route': inert,
  'AWS::EC2::SubnetRouteTableAssociation': inert,
  'AWS::EC2::VPCGatewayAttachment': inert,
  'AWS::EC2::Instance': (naming) => {
    const ref = hexId('i', naming);
    // 203.0.113.0/24 is reserved for documentation (RFC 5737), so players connect to no server.
    return { ref, attributes: { PublicIp: `203.0.113.${1 + (Number.parseInt(ref.slice(-2), 16) % 254)}` } };
  },
  'AWS::EFS::FileSystem': (naming) => {
    const ref = hexId('fs', naming);
    return { ref, attributes: { Arn: arn(naming, 'elasticfilesystem', `file-system/${ref}`) } };
  },
  'AWS::EFS::MountTarget': (naming) => ({ ref: hexId('fsmt', naming), attributes: {} }),
  'AWS::EFS::AccessPoint': (naming) => {
    const ref = hexId('fsap', naming);
    return { ref, attributes: { Arn: arn(naming, 'elasticfilesystem', `access-point/${ref}`) } };
  },
  'AWS::IAM::InstanceProfile': (naming) => ({ ref: naming.name('InstanceProfileName'), attributes: {} }),
  'AWS::CloudFormation::WaitConditionHandle': (naming) => ({
    ref: `https://cloudformation-waitcondition-${naming.region}.s3.amazonaws.com/${hexId('handle', naming)}`,
    attributes: {},
  }),
  'AWS::CloudFormation::WaitCondition': inert,
  'AWS::Events::Rule': (naming) => {
    const ref = naming.name('Name');
    return { ref, attributes: { Arn: arn(naming, 'events', `rule/${ref}`) } };
  },
  'AWS::SNS::Topic': (naming) => {
    const ref = arn(naming, 'sns', naming.name('TopicName'));
    return { ref, attributes: { TopicArn: ref, TopicName: naming.name('TopicName') } };
  },
  'AWS::SES::EmailIdentity': (naming) => ({ ref: naming.name('EmailIdentity'), attributes: {} }),
  'AWS::SNS::TopicPolicy': inert,
  'AWS::SNS::Subscription': inert,
  'AWS::Route53::RecordSet': inert,
  'AWS::SQS::QueuePolicy': inert,
  'AWS::CloudWatch::Alarm': (naming) => {
    const ref = naming.name('AlarmName');
    return { ref, attributes: { Arn: arn(naming, 'cloudwatch', `alarm:${ref}`) } };
  },
  'AWS::CloudWatch::Dashboard': inert,
  'AWS::Logs::MetricFilter': inert,
  'AWS::Budgets::Budget': inert,
};

export function identityOf(type: string, naming: ResourceNaming): ResourceIdentity {
  const identify = identities[type];
  if (!identify) throw new Error(`The local cloud does not know ${type} (${naming.logicalId})`);
  return identify(naming);
}
