import { App } from 'aws-cdk-lib';
import { AppStack } from './app-stack.ts';
import { cdkContext, readConfig } from './config.ts';

interface BuildOptions {
  /** Where the assembly is written; a temporary folder unless given. */
  outdir?: string;
  /** Sections of the configuration that replace cdk.json's. */
  config?: Record<string, unknown>;
}

/** The app as `cdk synth` builds it, without the command line, for the local cloud. */
export function buildApp({ outdir, config = {} }: BuildOptions = {}): App {
  const app = new App({
    ...(outdir === undefined ? {} : { outdir }),
    analyticsReporting: false,
    // It takes seconds; `cdk synth` does it, and the tests that start bin/app.ts.
    builtinCloudFormationValidation: false,
    context: { ...cdkContext(), ...config },
  });
  new AppStack(app, 'HomePage', readConfig(app.node));
  return app;
}
