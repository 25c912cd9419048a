const HANDHELD = /android|iphone|ipad|ipod|mobile|tablet|silk|kindle|windows phone/i

/** A tablet of Apple's calls itself a Macintosh, but no Macintosh has a touch screen. */
export const isHandheld = ({ userAgent, maxTouchPoints }: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): boolean =>
  HANDHELD.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1)
