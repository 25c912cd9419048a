import { useState } from 'react'

const HANDHELD = /android|iphone|ipad|ipod|mobile|tablet|silk|kindle|windows phone/i

/** A tablet of Apple's calls itself a Macintosh, but no Macintosh has a touch screen. */
export const isHandheld = ({ userAgent, maxTouchPoints }: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): boolean =>
  HANDHELD.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1)

const ACCEPTED = 'tl.device-accepted'

function readAccepted() {
  try {
    return sessionStorage.getItem(ACCEPTED) === 'yes'
  } catch {
    return false
  }
}

/** What was made for small screens from the start. */
const FITS_PHONES = /^\/(public|inbox\/decide)/

/** Phones and tablets are told once per browser session, everywhere but on public pages and where mails lead. */
export function useDeviceNotice(pathname: string) {
  const [accepted, setAccepted] = useState(readAccepted)
  const accept = () => {
    setAccepted(true)
    try {
      sessionStorage.setItem(ACCEPTED, 'yes')
    } catch {
      // Without storage the answer lasts until the page is loaded again.
    }
  }
  return { wanted: isHandheld(navigator) && !accepted && !FITS_PHONES.test(pathname), accept }
}
