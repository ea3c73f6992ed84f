// Plain JavaScript, so that a Node.js too old for the rest can still say what it lacks.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(`The site needs Node.js 22.18 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}
await import('./src/main.ts');
