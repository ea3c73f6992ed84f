/** What differs between deployments of the site. */
export interface Site {
  title: string;
  name: string;
  /** The address of the footer's picture, of this origin; null: the one drawn for this site. */
  banner: string | null;
  credit: string;
}

/** Written at build from `context.site` of cdk.json. */
declare const SITE: Site;

export const site = SITE;
