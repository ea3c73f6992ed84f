import { AppConfig, cdkContext } from 'infra/config';
import { localKeyParameter, type Settings } from '../settings.ts';

/** The fakes' own key and secret. They look genuine, so that the tests that search for leaks find them. */
export const fakeModelKey = 'sk-stand-in-b3c1f7a95e2d';
export const fakeGoogleSecret = 'GOCSPX-stand-in-9e04d7b2c685';

/**
 * Returns the SecureStrings, which a template cannot hold. They come from the settings or from the fakes and are never
 * stored.
 */
export const secretParameters = ({
  google,
  model,
  providers,
  secrets,
}: Pick<Settings, 'google' | 'model' | 'providers' | 'secrets'>): Record<string, string> => ({
  '/home-page/openai-key': model?.key ?? fakeModelKey,
  ...Object.fromEntries<string>(
    providers
      ? providers.map(({ name, key }) => [localKeyParameter(name), key])
      : AppConfig.parse(cdkContext()).chat.providers.map(({ keyParameter }) => [keyParameter ?? '', fakeModelKey]),
  ),
  '/home-page/google-client-secret': google.client?.secret ?? fakeGoogleSecret,
  ...secrets,
});
