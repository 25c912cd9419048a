type Texts = string | ((...values: never[]) => string) | readonly Texts[] | { readonly [name: string]: Texts }

/** `?pseudo=1` for one page load, `tl.pseudo` in local storage for a whole journey. */
function isPseudo(): boolean {
  if (new URLSearchParams(location.search).get('pseudo') === '1') return true
  try {
    return localStorage.getItem('tl.pseudo') === '1'
  } catch {
    return false
  }
}

function marked(words: Texts): Texts {
  if (typeof words === 'string') return `⟦${words}⟧`
  if (typeof words === 'function') return (...values: never[]) => `⟦${words(...values)}⟧`
  if (Array.isArray(words)) return words.map(marked)
  return Object.fromEntries(Object.entries(words).map(([name, value]) => [name, marked(value)]))
}

/**
 * An area's texts. In the pseudo-language every one of them stands between ⟦ and ⟧, so that a text which is not in a
 * catalogue can be seen. What people wrote themselves (names, titles) is marked `translate="no"` in the page instead.
 */
export function catalogue<const T extends Texts>(texts: T): T
export function catalogue(texts: Texts): Texts {
  return isPseudo() ? marked(texts) : texts
}
