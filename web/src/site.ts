/** The texts and the picture that differ between deployments. */
export interface Site {
  title: string;
  name: string;
  /** The path of the footer's picture. Null shows the drawing that comes with the site. */
  banner: string | null;
  credit: string;
}

/** The build writes it from `context.site` of cdk.json. */
declare const SITE: Site;

export const site = SITE;
