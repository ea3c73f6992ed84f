/**
 * Makes the cheapest call for an item of DynamoDB: JSON by `fetch`, which keeps the connection, without SDK and
 * signature.
 */
export async function handler(body: object): Promise<unknown> {
  const response = await fetch(process.env['AWS_ENDPOINT_URL_DYNAMODB'] ?? '', {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': 'DynamoDB_20120810.GetItem',
      'x-amz-date': '20261121T000000Z',
      authorization: `AWS4-HMAC-SHA256 Credential=bench/20261121/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=${'0'.repeat(64)}`,
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}
