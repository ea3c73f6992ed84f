/** The condition of a write: pieces of text, and the values between them. */
export interface Condition {
  readonly texts: readonly string[];
  readonly values: readonly unknown[];
}

class AttributeName {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** Names an attribute that is only known at run time, for use inside `condition`. */
export const attribute = (name: string) => new AttributeName(name);

/**
 * Writes a condition in DynamoDB's own syntax, with the values in place:
 * condition`attempt = ${attempt} AND leaseUntilMs <= ${nowMs}`. Attribute names are aliased, so that reserved words such
 * as `status` need no care. A condition can be part of another one.
 */
export const condition = (texts: TemplateStringsArray, ...values: unknown[]): Condition => ({ texts, values });

const isCondition = (value: unknown): value is Condition =>
  typeof value === 'object' && value !== null && 'texts' in value && 'values' in value;

/** Collects the aliases of one expression: DynamoDB takes reserved words and values only through them. */
export class Aliases {
  private readonly names = new Map<string, string>();
  private readonly values = new Map<string, unknown>();

  name(name: string): string {
    const alias = /^\w+$/.test(name) ? `#${name}` : `#n${this.names.size}`;
    const known = [...this.names].find(([, named]) => named === name)?.[0];
    if (known !== undefined) return known;
    this.names.set(alias, name);
    return alias;
  }

  value(value: unknown, name = ''): string {
    const alias = /^\w+$/.test(name) && !this.values.has(`:${name}`) ? `:${name}` : `:v${this.values.size}`;
    this.values.set(alias, value);
    return alias;
  }

  /**
   * Returns the two parameters of the command. Each is left out when it is empty, because DynamoDB refuses an empty
   * one.
   */
  parameters() {
    return {
      ...(this.names.size > 0 && { ExpressionAttributeNames: Object.fromEntries(this.names) }),
      ...(this.values.size > 0 && { ExpressionAttributeValues: Object.fromEntries(this.values) }),
    };
  }
}

const word = /[a-z_]\w*/gi;
const reserved =
  /^(AND|OR|NOT|IN|BETWEEN|attribute_exists|attribute_not_exists|attribute_type|begins_with|contains|size)$/;

/** Formats a condition for DynamoDB. */
export function conditionText({ texts, values }: Condition, aliases: Aliases): string {
  return texts
    .map((text, index) => {
      const aliased = text.replace(word, (name) => (reserved.test(name) ? name : aliases.name(name)));
      if (index === texts.length - 1) return aliased;
      const value = values[index];
      if (isCondition(value)) return `${aliased}${conditionText(value, aliases)}`;
      return `${aliased}${value instanceof AttributeName ? aliases.name(value.name) : aliases.value(value)}`;
    })
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Builds the parameters of a put, a delete or a condition check that succeeds only while the condition holds. */
export function onlyIf(when: Condition) {
  const aliases = new Aliases();
  return { ConditionExpression: conditionText(when, aliases), ...aliases.parameters() };
}
