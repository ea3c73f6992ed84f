import type { Refusal } from '../site-adapter.ts';

/** Classifies a redirect by the host and path that the site uses for bans, captchas and sign-ins. */
export function refusalOfRedirect(to: URL): Refusal {
  const place = `${to.hostname}${to.pathname}`.toLowerCase();
  if (/forbidden|denied|banned/.test(place)) return 'banned';
  if (/^hip\.|captcha|verify/.test(place)) return 'blocked';
  if (/^(c?login|passport)\.|\/(c?login|passport)\b/.test(place)) return 'login';
  return 'redirected';
}

/**
 * A challenge comes with status 200 and often names itself in the title. Ordinary pages mention such words only in the body, and
 * a community may have one in its name, so the broad ones have to be all that a part of the title says.
 */
export function refusalOfTitle(text: string): Refusal | undefined {
  const title = text.slice(0, maxTitleLength);
  if (challengeTitle.test(title)) return 'blocked';
  if (/^\W*(用户|会员|账号)?登录|^\W*(sign|log) ?in\b/i.test(title)) return 'login';
  if (/(?:访问|请求)(?:已?被(?:拒绝|拦截|阻断|限制)|受限|异常)|禁止访问|access denied|forbidden|^403\b/i.test(title))
    return 'banned';
  const parts = title.split(/[-_|–—·,。!\s]+/u);
  if (parts.some((part) => /^(您的)?(访问|请求|操作)(太|过于?)?频繁/u.test(part))) return 'throttled';
  if (parts.some((part) => /^(您的)?(账号|账户|帐号|ip)(存在)?(异常|被封|受限)/iu.test(part))) return 'banned';
  return parts.some((part) => challengePart.test(part)) ? 'blocked' : undefined;
}

const maxTitleLength = 200;

const challengeTitle =
  /captcha|人机(?:身份)?(?:验证|认证|校验)|(?:安全|滑[动块]|访问)(?:验证|认证|校验)|验证码|human verification|security (?:check|verification)|are you (?:a )?(?:human|robot)|just a moment/i;

const challengePart =
  /^(?:请|先|您?需要?|完成|进行|通过|点击)*(?:行为|图形|身份|环境|用户|账[号户]|登录|机器人)?(?:验证|认证|校验)(?:中心|中|页面?|提示|失败)?$/u;

/** Finds a challenge, or a redirect by script or meta element, in a page without a list. */
export const refusalOfBody = (html: string): Refusal | undefined =>
  refusalOfScript(html) ?? (isChallenge(html) ? 'blocked' : undefined);

function refusalOfScript(html: string): Refusal | undefined {
  const sent =
    /location(?:\.href|\.replace|\.assign)?\s*[=(]\s*['"]([^'"]+)/i.exec(html) ??
    /http-equiv=['"]?refresh['"]?[^>]{0,200}url=['"]?([^'">\s]+)/i.exec(html);
  const target = sent?.[1]?.replace(/^\/\//, 'https://');
  if (!target || !URL.canParse(target, 'https://site.invalid')) return undefined;
  const refusal = refusalOfRedirect(new URL(target, 'https://site.invalid'));
  return refusal === 'redirected' ? undefined : refusal;
}

/** The recorded pages have 298 links or more, a challenge has a few. */
const maxChallengeLinks = 40;

/**
 * The sign-in form on every ordinary page of the site loads a captcha and asks for a code. So these words tell of a challenge only
 * in a page that leads nowhere, and not in one that breaks off before its list.
 */
function isChallenge(html: string): boolean {
  if (challengeOnly.test(html)) return true;
  const isWhole = !/<html/i.test(html) || /<\/html/i.test(html);
  return isWhole && asksForProof.test(html) && (html.match(/<a\s/gi)?.length ?? 0) <= maxChallengeLinks;
}

/** The recorded pages have none of these words. */
const challengeOnly =
  /geetest|\/\/hip\.(?:lianjia|ke)\.com|(?:人机|滑[块动])(?:身份)?(?:验证|认证|校验)|请(?:您|先)*(?:完成|进行|通过)(?:安全|身份)?(?:验证|认证|校验)/i;

const asksForProof =
  /captcha|滑块|验证码|(?:完成|进行|通过|点击|安全|身份|访问)(?:验证|认证|校验)|(?:访问|请求|操作)(?:太|过于?)?频繁|(?:账[号户]|访问)异常|(?:访问|请求)已?被(?:拦截|阻断)|(?<!site-)verif(?:y|ication)|not a robot|are you human|unusual traffic/i;
