/** DynamoDB and the provider refuse half of a surrogate pair. */
export const isText = (value: string) => value.isWellFormed();
export const notText = { message: 'must be well-formed Unicode' };
