/** One file with everything in it, for Node: components as the site builds them, React without its checks. */
export default {
  // Vite leaves this to run time in a build for Node. Both renderers use React's production build.
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: { ssr: 'race.ts', emptyOutDir: true },
};
