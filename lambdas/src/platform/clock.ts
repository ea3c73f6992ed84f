/** The only place where the time enters the product. */
export const now = () => new Date();
