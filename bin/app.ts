import { App } from 'aws-cdk-lib';
import { AppStack } from 'infra/app-stack';
import { configOf } from 'infra/config';

const app = new App();
new AppStack(app, 'HomePage', configOf(app.node));
