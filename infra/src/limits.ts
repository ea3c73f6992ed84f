/**
 * Limits of AWS that this site comes near, as its documentation says on 22 November 2026. The synthesis refuses a template
 * beyond them (checks/template-limits.ts), and the local cloud refuses what AWS would refuse. Nothing else has such numbers.
 */
export const limits = {
  // Lambda quotas: docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
  /** Lambda measures the variables as one JSON text. */
  environmentBytes: 4096,
  /** The request and the response of a synchronous invocation, each. */
  invocationBytes: 6 * 1024 * 1024,
  asynchronousEventBytes: 256 * 1024,
  /** A new account's quota of concurrent executions. */
  concurrentExecutions: 10,
  /** The invocations of a chain that Lambda lets run: docs.aws.amazon.com/lambda/latest/dg/invocation-recursion.html */
  recursiveInvocations: 16,

  // IAM quotas: docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html
  managedPoliciesOfRole: 10,
  /** White space does not count. */
  managedPolicyBytes: 6144,
  /** The inline policies of a role count together, without white space. */
  inlinePolicyBytes: 10_240,

  /** A message, or all messages of a batch: docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-messages.html */
  sqsBytes: 1024 * 1024,

  // docs.aws.amazon.com/sns/latest/api/API_Publish.html
  snsBytes: 256 * 1024,
  /** A subject is shorter than this. */
  snsSubjectLength: 100,
  // docs.aws.amazon.com/sns/latest/dg/subscription-filter-policy-constraints.html
  /** The filter policies of a topic. AWS raises the number on request. */
  snsFilterPolicies: 200,
  snsFilterKeys: 5,
  /** The product of the numbers of values of all keys. */
  snsFilterCombinations: 150,
  /** The mails of a subscription: docs.aws.amazon.com/sns/latest/dg/sns-email-notifications.html */
  snsMailsPerSecond: 10,

  /** An item with its attributes' names: docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html */
  itemBytes: 400 * 1024,

  /** The timeout of an integration: docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html */
  httpApiSeconds: 30,

  // Parameter Store: docs.aws.amazon.com/systems-manager/latest/userguide/parameter-store-advanced-parameters.html
  parameterBytes: 4096,
  /** The advanced tier takes this much. Intelligent-Tiering chooses it for a longer value. */
  advancedParameterBytes: 8192,
  /** The names of one call: docs.aws.amazon.com/systems-manager/latest/APIReference/API_GetParameters.html */
  parametersOfCall: 10,

  /** The input of an execution: docs.aws.amazon.com/step-functions/latest/dg/service-quotas.html */
  executionInputBytes: 256 * 1024,

  // CloudFormation: docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html
  /** "1 MB", which is taken as the smaller of its two meanings. */
  templateBytes: 1_000_000,
} as const;
