// Runs in CloudFront for every request that is not a call. A path without a file ending is a page of the app, and the
// app is one document. S3 does not negotiate, so brotli copies are asked for by their own names.
function handler(event) {
  var request = event.request;
  var lastPart = request.uri.slice(request.uri.lastIndexOf('/') + 1);
  if (lastPart.indexOf('.') === -1) request.uri = '/index.html';
  var accepted = request.headers['accept-encoding'];
  var hasCopy = /\.(html|js|css|svg)$/.test(request.uri);
  if (hasCopy && accepted && /(^|[\s,])br\s*(,|;(?!\s*q=0(\.0*)?\s*(,|$))|$)/.test(accepted.value)) {
    request.uri = '/br' + request.uri;
  }
  return request;
}
