import { App } from 'aws-cdk-lib';
import { AppStack } from 'infra/app-stack';
import { readConfig } from 'infra/config';
import { checkTemplates } from 'infra/nag';
import { readSiteFile } from 'infra/site-file';

const app = new App();
const config = readConfig(app.node, readSiteFile());
checkTemplates(app, new AppStack(app, 'HomePage', config), config);
