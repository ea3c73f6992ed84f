/** As the browser's build reads a sheet: its classes by their names in it. */
declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>;
  export default classes;
}
