/** One file with everything in it, for Node: components as the site builds them, React without its checks. */
export default {
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: { ssr: 'race.ts', emptyOutDir: true },
};
