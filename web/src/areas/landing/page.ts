import { figures, sections, spec, texts } from './landing.texts.ts'

const CHECK = '<path d="M20 6 9 17l-5-5"/>'
const MOON =
  '<path d="M20.985 12.486a9 9 0 1 1-9.473-9.472c.405-.022.617.46.402.803a6 6 0 0 0 8.268 8.268c.344-.215.825-.004.803.401"/>'

const icon = (path: string) => `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${path}</svg>`

const MARK =
  '<svg class="mark" viewBox="0 0 28 28" aria-hidden="true"><rect width="28" height="28" rx="8"/><path d="M4.5 17.5c3.2 0 3-7 6.2-7s2.8 7 5.6 7 2.2-3.5 4-3.5h3.2"/><circle cx="22" cy="14" r="2.4"/></svg>'

/** What only the api knows stands between two comments with its name: what is not configured is taken out there. */
const ifKnown = (name: string, content: string) => `<!--${name}-->${content}<!--/${name}-->`

const menu = `<header class="top"><div class="in"><a class="brand" href="#top">${MARK}${texts.product}</a><nav aria-label="${texts.menu}"><a href="#about">${spec.about}</a>${ifKnown('contact', `<a href="mailto:tl:contact">${spec.contact}</a>`)}</nav><button type="button" class="theme" aria-label="${texts.theme}" aria-pressed="false" hidden>${icon(MOON)}</button><a class="signin" href="tl:app/signin">${texts.signIn}</a></div></header>`

/** Its thanks are there from the start, hidden, so that the script only has to show them. */
const waitlist = (id: string) =>
  `<div class="waitlist"><form><label for="${id}">${spec.prompt}</label><div class="field"><input id="${id}" name="email" type="email" required maxlength="254" autocomplete="email" placeholder="${texts.placeholder}"><button type="submit">${spec.join}</button></div></form><output></output></div>`

const strands = texts.strands.map((name) => `<span>${name}</span>`).join('')
const stops = texts.stops.map(({ name, detail }) => `<span><b>${name}</b><i>${detail}</i></span>`).join('')

const PICTURES = '/src/areas/landing/pictures'

/** A product picture in both themes; the one of the other theme is hidden, and so never fetched. */
function picture(name: string, alt: string, phone = false): string {
  const inTheme = (theme: 'light' | 'dark') => {
    const source = (type: string, file: string, more = '') =>
      `<source type="image/${type}" srcset="${PICTURES}/${file}-${theme}.${type}"${more}>`
    const narrow = ' media="(max-width: 700px)" width="360" height="780"'
    const own = phone ? source('avif', `${name}-360`, narrow) + source('webp', `${name}-360`, narrow) : ''
    return `<picture class="${theme}">${own}${source('avif', name)}<img src="${PICTURES}/${name}-${theme}.webp" alt="${alt}" width="1440" height="900" loading="lazy" decoding="async"></picture>`
  }
  return inTheme('light') + inTheme('dark')
}

const figure = (content: string, caption: string, frame: string) =>
  `<figure class="${frame}"><div class="frame">${content}</div><figcaption>${caption}</figcaption></figure>`

const hero = `<section aria-labelledby="hero" class="hero"><div class="in halves"><div><p class="kicker">${texts.kicker}</p><h1 id="hero">${texts.hero.join('<br>')}</h1></div><div><p class="lead">${texts.intro}</p>${waitlist('hero-email')}${ifKnown('register', `<a class="register" href="tl:app/register">${texts.register}</a>`)}</div></div><div class="line" aria-hidden="true"><canvas data-art="hero"></canvas><div class="strands">${strands}</div><div class="stops">${stops}</div></div><div class="in">${figure(picture('home', texts.home.alt, true), texts.home.caption, 'whole')}</div></section>`

const stop = (open = false) =>
  `<div class="stop" aria-hidden="true"><i></i><b${open ? ' class="open"' : ''}>${open ? '' : icon(CHECK)}</b></div>`

const partOf = ({ id, title, lead, claims, picture: name, alt, caption }: (typeof sections)[number], at: number) =>
  `${stop()}<section aria-labelledby="${id}" class="in"><div class="halves${at % 2 === 1 ? ' turned' : ''}"><div><h2 id="${id}">${title}</h2><p class="lead">${lead}</p><ul class="claims">${claims.map(({ text }) => `<li>${icon(CHECK)}${text}</li>`).join('')}</ul></div><div class="panel" data-theme="dark" aria-hidden="true"><canvas data-art="${id}"></canvas></div></div>${figure(picture(name, alt), caption, `shot ${name}`)}</section>`

/** What stands in docs/figures.md now; without any the whole section is left out. */
function measured(document: string): string {
  const facts = figures.flatMap(({ section, found, number, unit, text }) => {
    const [, own = ''] = document.split(new RegExp(`<!-- /?${section} -->`))
    const groups = found.exec(own)?.slice(1)
    return groups ? [`<div><dt><b>${number(groups)}</b> ${unit}</dt><dd>${text(groups)}</dd></div>`] : []
  })
  if (facts.length === 0) return ''
  return `<section aria-labelledby="measured" class="in measured"><h2 id="measured">${texts.measured}</h2><dl>${facts.join('')}</dl></section>`
}

const about = `${stop(true)}<section id="about" aria-labelledby="about-title" tabindex="-1" class="in"><div class="card halves"><div><h2 id="about-title">${spec.about}</h2>${texts.aboutText.map((text) => `<p class="lead">${text}</p>`).join('')}</div><div>${waitlist('about-email')}<p class="invited">${texts.invited} <a href="tl:app/signin">${texts.signIn}</a></p></div></div></section>`

const PROFILES = { twitter: 'Twitter', linkedin: 'LinkedIn', github: 'GitHub' }

function footer(): string {
  const profiles = Object.entries(PROFILES).map(([name, label]) =>
    ifKnown(name, `<a href="tl:${name}" rel="noreferrer" translate="no">${label}</a>`),
  )
  return `<footer><div class="in"><span class="brand">${MARK}<span>tl:rights</span></span>${ifKnown('social', `<nav aria-label="${texts.social}">${profiles.join('')}</nav>`)}</div></footer>`
}

export const landingHead = `<title>${texts.title}</title><meta name="description" content="${texts.description}">`

/** The landing page as HTML, of the figures that were measured. Addresses that begin with `tl:` are for the api to fill in. */
export const landingBody = (measurements: string): string =>
  `<a class="skip" href="#top">${texts.skip}</a>${menu}<main id="top" tabindex="-1">${hero}${measured(measurements)}${sections.map(partOf).join('')}${about}</main>${footer()}`
