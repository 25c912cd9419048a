// The calls of Google's sign-in script that the application uses, against the test provider that served this file.
;(() => {
  const provider = new URL(document.currentScript.src).origin
  const labels = {
    signin_with: 'Sign in with Google',
    signup_with: 'Sign up with Google',
    continue_with: 'Continue with Google',
    signin: 'Sign in',
  }
  const logo = [
    [
      '#4285f4',
      'M17.64 9.2c0-.64-.06-1.25-.16-1.84H9v3.48h4.84a4.14 4.14 0 0 1-1.8 2.72v2.26h2.92a8.78 8.78 0 0 0 2.68-6.62z',
    ],
    [
      '#34a853',
      'M9 18c2.43 0 4.47-.8 5.96-2.18l-2.92-2.26c-.8.54-1.84.86-3.04.86-2.34 0-4.32-1.58-5.03-3.7H.96v2.33A9 9 0 0 0 9 18z',
    ],
    ['#fbbc05', 'M3.97 10.72a5.4 5.4 0 0 1 0-3.44V4.95H.96a9 9 0 0 0 0 8.1l3.01-2.33z'],
    ['#ea4335', 'M9 3.58c1.32 0 2.5.45 3.44 1.35l2.58-2.59A9 9 0 0 0 .96 4.95l3.01 2.33C4.68 5.16 6.66 3.58 9 3.58z'],
  ]
  // The page's own colours reach into the shadow tree, so the button follows its theme.
  const styles = `
    button { display: flex; align-items: center; justify-content: center; gap: 12px; box-sizing: border-box;
      width: 100%; height: 40px; padding: 0 12px; cursor: pointer; border-radius: 6px;
      border: 1px solid var(--border-control, #8e897f); background: var(--surface, #fff); color: var(--fg, #1d1c1a);
      font: 500 14px/22px var(--ff-sans, system-ui, sans-serif); box-shadow: 0 1px 2px rgb(40 36 28 / 0.05) }
    :host-context([data-theme='dark']) button { background: var(--card, #1e1f1d); color: var(--fg, #ededea) }
    button:hover { background: var(--surface-2, #f9f8f6) }
    button:focus-visible { outline: 2px solid var(--focus-ring, #0b7c8d); outline-offset: 2px }`

  let settings
  let popup

  function open() {
    const { client_id, nonce = '' } = settings
    const question = new URLSearchParams({ client_id, nonce, origin: location.origin })
    popup = window.open(`${provider}/gsi/select?${question}`, 'google-sign-in', 'popup,width=460,height=640')
  }

  window.addEventListener('message', (event) => {
    if (event.origin !== provider || event.source !== popup || event.data?.type !== 'credential') return
    settings.callback({ credential: event.data.credential, select_by: 'btn', client_id: settings.client_id })
  })

  function picture() {
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
    for (const [name, value] of Object.entries({ width: 18, height: 18, viewBox: '0 0 18 18', 'aria-hidden': true })) {
      svg.setAttribute(name, String(value))
    }
    for (const [fill, d] of logo) {
      const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
      path.setAttribute('fill', fill)
      path.setAttribute('d', d)
      svg.append(path)
    }
    return svg
  }

  function renderButton(parent, options = {}) {
    const box = document.createElement('div')
    if (options.width) box.style.width = `${Number(options.width)}px`
    const shadow = box.attachShadow({ mode: 'open' })
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(styles)
    shadow.adoptedStyleSheets = [sheet]
    const button = document.createElement('button')
    button.type = 'button'
    button.append(picture(), labels[options.text] ?? labels.signin_with)
    button.addEventListener('click', () => {
      options.click_listener?.()
      open()
    })
    shadow.append(button)
    parent.replaceChildren(box)
  }

  const notShown = {
    isDisplayMoment: () => true,
    isDisplayed: () => false,
    isNotDisplayed: () => true,
    getNotDisplayedReason: () => 'opt_out_or_no_session',
    isSkippedMoment: () => false,
    isDismissedMoment: () => false,
    getMomentType: () => 'display',
  }

  window.google = {
    accounts: {
      id: {
        initialize: (given) => {
          settings = given
        },
        renderButton,
        prompt: (listener) => listener?.(notShown),
        cancel: () => popup?.close(),
        disableAutoSelect: () => undefined,
      },
    },
  }
})()
