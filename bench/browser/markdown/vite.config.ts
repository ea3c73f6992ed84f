/** One file with everything in it, for Node: components as the site builds them, React without its checks. */
export default {
  // What Vite leaves to run time in a build for Node: both readers are drawn by React's production half.
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: { ssr: 'race.ts', emptyOutDir: true },
};
