// Runs in CloudFront for every call. These two headers say what only the edge knows, so whatever a sender puts there
// is overwritten: the address that really connected, and the host that the browser really asked.

// The steps of a sign-in. A browser that has signed in here before takes them by a route of its own, whose throttle no other
// visitor uses up. Whether the cookie is genuine is checked behind it.
var steps = [
  '/api/auth/cognito/sign_in',
  '/api/auth/cognito/sign_up',
  '/api/auth/cognito/sign_up_confirm',
  '/api/auth/cognito/resend_code',
  '/api/auth/cognito/setup_mfa',
  '/api/auth/cognito/sign_in_confirm',
  '/api/auth/cognito/forgot_password',
  '/api/auth/cognito/reset_password',
  '/api/auth/google/init',
  '/api/auth/google/oauth2',
];

function handler(event) {
  var request = event.request;
  if (!isDecodable(request.uri)) return malformed(event.context.requestId);
  request.headers['x-viewer-address'] = { value: event.viewer.ip };
  request.headers['x-viewer-host'] = { value: request.headers.host.value };
  if (request.cookies['__Host-device'] && steps.indexOf(request.uri) !== -1)
    request.uri = request.uri.replace('/api/auth/', '/api/auth/known/');
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
