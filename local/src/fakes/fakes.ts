import type { Clock } from '../clock.ts';
import type { Settings } from '../settings.ts';
import type { OnShutdown } from '../startup/on-shutdown.ts';
import { startFakeGoogle } from './google/google.ts';
import { startChannels } from './channels/channels.ts';
import { startListingSite } from './listing-site/listing-site.ts';
import { startFakeModel } from './openai/model.ts';

interface FakesOptions {
  clock: Pick<Clock, 'now'>;
  siteOrigin: string;
  onShutdown: OnShutdown;
}

/** Starts a fake for each outside service that the settings do not replace with a real one. */
export async function startFakes(settings: Settings, { clock, siteOrigin, onShutdown }: FakesOptions) {
  const { dataDir } = settings;
  const listing = settings.listingOrigin === undefined ? await startListingSite({ dataDir, clock }) : undefined;
  if (listing) onShutdown(() => listing.close());
  const model = settings.model === undefined ? await startFakeModel({ dataDir }) : undefined;
  if (model) onShutdown(() => model.close());
  const { users, client } = settings.google;
  const google = client ? undefined : await startFakeGoogle({ dataDir, clock, siteOrigin, users });
  if (google) onShutdown(() => google.close());
  const channels = await startChannels({ clock });
  onShutdown(() => channels.close());
  return {
    channels,
    listing,
    model,
    google,
    /** The addresses that the app is configured with. */
    addresses: {
      listingOrigin: listing?.origin ?? settings.listingOrigin ?? '',
      outsideProxy: channels.origin,
      newsOrigin: siteOrigin,
      modelUrl: model?.baseUrl ?? settings.model?.baseUrl ?? '',
      google: { origin: siteOrigin, ...google?.settings },
    },
    /** The origins that differ from start to start. The build keeps them out of its cache. */
    temporaryOrigins: [siteOrigin, channels.origin, listing?.origin, model?.origin, google?.settings.issuer].filter(
      (origin) => origin !== undefined,
    ),
  };
}

export type Fakes = Awaited<ReturnType<typeof startFakes>>;
