import type { Page } from '@playwright/test'

const PSEUDO = 'tl.pseudo'

/** From the next load on every text of a catalogue stands between ⟦ and ⟧. */
export const speakPseudo = (page: Page) => page.addInitScript((key) => localStorage.setItem(key, '1'), PSEUDO)

/** Texts on the page that come neither from a catalogue nor from a person. */
export const escapedTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const SAID = /⟦[^⟦⟧]*⟧/g
    const rest = (text: string) => {
      let shorter = text
      while (shorter !== (shorter = shorter.replace(SAID, ''))) continue
      return shorter
    }
    const isOwn = (element: Element | null) => {
      const nearest = element?.closest('[translate], script, style, noscript')
      return nearest ? nearest.getAttribute('translate') !== 'yes' : false
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    // Before the title stands how many messages are unread.
    let flow = document.title.replace(/^\(\d+\) /, '')
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (!isOwn(node.parentElement)) flow += `\n${node.nodeValue}`
    const attributes = ['aria-label', 'placeholder', 'title', 'alt'].flatMap((name) =>
      [...document.querySelectorAll(`[${name}]`)]
        .filter((element) => !isOwn(element))
        .map((element) => element.getAttribute(name) ?? ''),
    )
    return [...rest(flow).split('\n'), ...attributes.map(rest)].filter((text) => /[\p{L}\p{N}]/u.test(text))
  })
