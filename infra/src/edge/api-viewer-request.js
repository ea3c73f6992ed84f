// Runs in CloudFront for every call. These two headers say what only the edge knows, so whatever a sender puts there
// is overwritten: the address that really connected, and the host that the browser really asked.
function handler(event) {
  var request = event.request;
  request.headers['x-viewer-address'] = { value: event.viewer.ip };
  request.headers['x-viewer-host'] = { value: request.headers.host.value };
  return request;
}
