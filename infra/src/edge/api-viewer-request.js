// Runs in CloudFront for every call. These two headers say what only the edge knows, so whatever a sender puts there
// is overwritten: the address that really connected, and the host that the browser really asked.
function handler(event) {
  var request = event.request;
  if (!isDecodable(request.uri)) return malformed(event.context.requestId);
  request.headers['x-viewer-address'] = { value: event.viewer.ip };
  request.headers['x-viewer-host'] = { value: request.headers.host.value };
  return request;
}

function isDecodable(uri) {
  try {
    decodeURIComponent(uri);
    return true;
  } catch (_) {
    return false;
  }
}

// API Gateway would refuse it too, but not in the words of the contract.
function malformed(requestId) {
  var body = {
    errorCode: 'invalid',
    message: 'path: is not well-formed',
    issues: [{ path: 'path', message: 'is not well-formed' }],
    requestId: requestId,
  };
  return {
    statusCode: 400,
    statusDescription: 'Bad Request',
    headers: {
      'content-type': { value: 'application/json; charset=utf-8' },
      'cache-control': { value: 'no-store' },
      'x-request-id': { value: requestId },
    },
    body: { encoding: 'text', data: JSON.stringify(body) },
  };
}
