import { statSync } from 'node:fs';
import { basename } from 'node:path';
import type { IPolicyValidationPlugin } from 'aws-cdk-lib';
import { limits } from '../limits.ts';

/** Fails the synthesis of a template that CloudFormation would refuse for its size. The CDK itself only warns of it. */
export const templateSizeCheck: IPolicyValidationPlugin = {
  name: 'TemplateSize',
  validate({ templatePaths }) {
    const violations = templatePaths
      .map((templatePath) => ({ templatePath, bytes: statSync(templatePath).size }))
      .filter(({ bytes }) => bytes > limits.templateBytes)
      .map(({ templatePath, bytes }) => ({
        ruleName: 'template-size',
        description: `${basename(templatePath)} may have ${limits.templateBytes} bytes, not ${bytes}`,
        violatingResources: [{ templatePath, locations: [] }],
      }));
    return { success: violations.length === 0, violations };
  },
};
