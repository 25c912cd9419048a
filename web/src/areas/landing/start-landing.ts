import { currentTheme, setTheme, subscribeTheme } from '../../ui/theme.ts'
import { startArt } from './art.ts'
import { spec, texts } from './landing.texts.ts'
import { joinWaitlist, retryWaitlist } from './waitlist.ts'

const SCROLLED_AFTER = 10

function watchScrolling(menu: HTMLElement) {
  const look = () => menu.toggleAttribute('data-scrolled', window.scrollY > SCROLLED_AFTER)
  look()
  addEventListener('scroll', look, { passive: true })
}

function offerThemes(button: HTMLButtonElement) {
  const tell = () => button.setAttribute('aria-pressed', String(currentTheme() === 'dark'))
  button.addEventListener('click', () => setTheme(currentTheme() === 'dark' ? 'light' : 'dark'))
  subscribeTheme(tell)
  tell()
  button.hidden = false
}

/** Both forms give way to the thanks. */
function thank() {
  for (const waitlist of document.querySelectorAll('.waitlist')) {
    waitlist.querySelector('form')?.remove()
    const thanks = document.createElement('b')
    thanks.textContent = spec.thanks
    const more = document.createElement('span')
    more.textContent = texts.sentOnce
    waitlist.querySelector('output')?.replaceChildren(thanks, more)
  }
}

/** A failure says nothing and is sent again later. */
async function submit(form: HTMLFormElement) {
  const field = form.querySelector('input')
  if (!field || form.ariaBusy === 'true') return
  form.ariaBusy = 'true'
  field.readOnly = true
  const isSent = await joinWaitlist(field.value.trim())
  form.ariaBusy = 'false'
  field.readOnly = false
  if (isSent) thank()
}

/** Menu, theme, waitlist and pictures of a page that is complete without any of it. */
export function startLanding(page: Document = document) {
  const menu = page.querySelector<HTMLElement>('.top')
  if (menu) watchScrolling(menu)
  const button = page.querySelector<HTMLButtonElement>('.theme')
  if (button) offerThemes(button)
  for (const form of page.querySelectorAll('form')) {
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      void submit(form)
    })
  }
  for (const canvas of page.querySelectorAll('canvas')) startArt(canvas)
  void retryWaitlist()
}
