import { App } from 'aws-cdk-lib';
import { AppStack } from './app-stack.ts';
import { cdkContext, readConfig } from './config.ts';

interface BuildOptions {
  /** The folder of the assembly. The default is a temporary folder. */
  outdir?: string;
  /** Sections of the configuration that replace those of cdk.json. */
  config?: Record<string, unknown>;
}

/** Builds the app as `cdk synth` does, without the command line. The local cloud uses it. */
export function buildApp({ outdir, config = {} }: BuildOptions = {}): App {
  const app = new App({
    ...(outdir === undefined ? {} : { outdir }),
    analyticsReporting: false,
    // The validation takes seconds. `cdk synth` runs it, and so do the tests that start bin/app.ts.
    builtinCloudFormationValidation: false,
    context: { ...cdkContext(), ...config },
  });
  new AppStack(app, 'HomePage', readConfig(app.node));
  return app;
}
