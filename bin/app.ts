import { App } from 'aws-cdk-lib';
import { AppStack } from 'infra/app-stack';
import { readConfig } from 'infra/config';
import { checkTemplates } from 'infra/nag';

const app = new App();
const config = readConfig(app.node);
checkTemplates(app, new AppStack(app, 'HomePage', config), config);
