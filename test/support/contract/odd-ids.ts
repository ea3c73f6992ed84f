/** Texts that mean something in an expression of DynamoDB, in a key of ours, or in an object of JavaScript. */
export const oddIds = ['#', ':v0', '#status', 'attribute_exists(pk)', 'a#b', '__proto__', 'constructor', 'SET a = b'];
