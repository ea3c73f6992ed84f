/** An invitation code as it is stored: what people add or change while copying it is no part of it. */
export const codeOf = (typed: string) => typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
