// CloudFront runs this for every request outside the API. A path without a file extension is a page of the app, which is one
// document; the one that takes pages from other tabs has its own, with headers of its own. S3 does not negotiate encodings, so this function requests the brotli copies by their own names.

// The deployment writes the site's own domain here. CloudFront's address then redirects to it, because cookies and Google's
// redirect belong to one host.
var ownDomain = '';

// The deployment writes the paths of the build's files here, except those below /assets/: older ones of them stay, for tabs that
// were open during a deployment.
var files = [];

function handler(event) {
  var request = event.request;
  var host = request.headers.host;
  if (ownDomain !== '' && host && host.value !== ownDomain) return redirect(request);
  var lastPart = request.uri.slice(request.uri.lastIndexOf('/') + 1);
  if (request.uri === '/ljmonitor/bring') request.uri = '/bring.html';
  else if (lastPart.indexOf('.') === -1) request.uri = '/index.html';
  else if (request.uri.indexOf('/assets/') !== 0 && files.indexOf(request.uri) === -1) return notFound();
  var accepted = request.headers['accept-encoding'];
  var hasCopy = /\.(html|js|css|svg)$/.test(request.uri);
  if (hasCopy && accepted && /(^|[\s,])br\s*(,|;(?!\s*q=0(\.0*)?\s*(,|$))|$)/.test(accepted.value)) {
    request.uri = '/br' + request.uri;
  }
  return request;
}

// The bucket answers 403 for a missing file, because CloudFront may not list its files.
function notFound() {
  return {
    statusCode: 404,
    statusDescription: 'Not Found',
    headers: {
      'content-type': { value: 'text/plain; charset=utf-8' },
      'cache-control': { value: 'no-store' },
    },
    body: { encoding: 'text', data: 'There is no such file.' },
  };
}

// Browsers add what follows # to the new address by themselves, so an invitation's code is not lost.
function redirect(request) {
  var parts = [];
  for (var name in request.querystring) {
    var values = request.querystring[name].multiValue || [request.querystring[name]];
    for (var index = 0; index < values.length; index++) parts.push(name + '=' + values[index].value);
  }
  var query = parts.length === 0 ? '' : '?' + parts.join('&');
  return {
    statusCode: 302,
    statusDescription: 'Found',
    headers: {
      location: { value: 'https://' + ownDomain + request.uri + query },
      'cache-control': { value: 'no-store' },
    },
  };
}
