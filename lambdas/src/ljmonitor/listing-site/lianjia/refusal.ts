import type { Refusal } from '../site-adapter.ts';

/** Classifies a redirect by the host and path that the site uses for bans, captchas and sign-ins. */
export function refusalOfRedirect(to: URL): Refusal {
  const place = `${to.hostname}${to.pathname}`.toLowerCase();
  if (/forbidden|denied|banned/.test(place)) return 'banned';
  if (/^hip\.|captcha|verify/.test(place)) return 'blocked';
  if (/^(c?login|passport)\.|\/(c?login|passport)\b/.test(place)) return 'login';
  return 'redirected';
}

/** A challenge comes with status 200 and names itself in the title. Ordinary pages mention such words only in the body. */
export function refusalOfTitle(title: string): Refusal | undefined {
  if (/captcha|人机验证|安全验证|滑动验证|验证码|human verification/i.test(title)) return 'blocked';
  if (/^\W*(用户|会员|账号)?登录|^\W*(sign|log) ?in\b/i.test(title)) return 'login';
  if (/访问(被拒绝|受限|异常)|禁止访问|access denied|forbidden|^403\b/i.test(title)) return 'banned';
  return undefined;
}

/** Finds a redirect by script or meta element, in a page without a list. */
export function refusalOfScript(html: string): Refusal | undefined {
  const sent =
    /location(?:\.href|\.replace|\.assign)?\s*[=(]\s*['"]([^'"]+)/i.exec(html) ??
    /http-equiv=['"]?refresh['"]?[^>]{0,200}url=['"]?([^'">\s]+)/i.exec(html);
  const target = sent?.[1]?.replace(/^\/\//, 'https://');
  if (!target || !URL.canParse(target, 'https://site.invalid')) return undefined;
  const refusal = refusalOfRedirect(new URL(target, 'https://site.invalid'));
  return refusal === 'redirected' ? undefined : refusal;
}
