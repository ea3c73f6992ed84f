import { CfnDocument } from 'aws-cdk-lib/aws-ssm';
import type { Construct } from 'constructs';

/** The values have a fixed form, because the agent writes them into the script. */
export type DocumentParameters = Record<
  string,
  { type: 'String'; description: string } & ({ allowedValues: string[] } | { allowedPattern: string })
>;

interface ShellCommand {
  description: string;
  parameters?: DocumentParameters;
  /** The name of the only step. */
  name: string;
  timeoutSeconds: number;
  runCommand: string[];
}

/** Creates a fixed command that the site may run on a game server. */
export const shellDocument = (
  scope: Construct,
  id: string,
  { description, parameters, name, timeoutSeconds, runCommand }: ShellCommand,
) =>
  new CfnDocument(scope, id, {
    documentType: 'Command',
    documentFormat: 'JSON',
    updateMethod: 'NewVersion',
    content: {
      schemaVersion: '2.2',
      description,
      ...(parameters && { parameters }),
      mainSteps: [
        {
          action: 'aws:runShellScript',
          name,
          inputs: { timeoutSeconds: String(timeoutSeconds), runCommand },
        },
      ],
    },
  });
