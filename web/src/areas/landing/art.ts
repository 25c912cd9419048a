import { drawHero } from './draw-hero.ts'
import { type Draw, drawFlow, drawIntegration, drawOversight, inkOf } from './drawings.ts'

/** Each with the moment at which it begins: that is also the one still frame for those who want no motion. */
const ART: Record<string, { draw: Draw; from: number }> = {
  hero: { draw: drawHero, from: 3.2 },
  flow: { draw: drawFlow, from: 5.7 },
  oversight: { draw: drawOversight, from: 2.4 },
  integration: { draw: drawIntegration, from: 5.1 },
}

/** Drawn only while it is on screen, in the colours of the theme of that moment. */
export function startArt(canvas: HTMLCanvasElement) {
  const art = ART[canvas.dataset['art'] ?? '']
  const pen = canvas.getContext('2d')
  if (!art || !pen) return
  let frame = 0
  let begun = 0
  let isSeen = false
  const paint = (seconds: number) => {
    const { clientWidth: width, clientHeight: height } = canvas
    const dots = Math.min(2, window.devicePixelRatio)
    const [wide, high] = [Math.round(width * dots), Math.round(height * dots)]
    if (canvas.width !== wide || canvas.height !== high) {
      canvas.width = wide
      canvas.height = high
    }
    pen.setTransform(dots, 0, 0, dots, 0, 0)
    pen.clearRect(0, 0, width, height)
    art.draw(pen, width, height, seconds, inkOf(canvas))
  }
  const animate = (ms: number) => {
    begun ||= ms
    paint(art.from + (ms - begun) / 1_000)
    frame = requestAnimationFrame(animate)
  }
  const motion = matchMedia('(prefers-reduced-motion: reduce)')
  const begin = () => {
    cancelAnimationFrame(frame)
    if (!isSeen) return
    if (motion.matches) paint(art.from)
    else frame = requestAnimationFrame(animate)
  }
  new IntersectionObserver(([entry]) => {
    isSeen = entry?.isIntersecting ?? false
    begin()
  }).observe(canvas)
  motion.addEventListener('change', begin)
  // A still frame has to follow the theme and the width; a moving one does so by itself.
  const redraw = () => void (motion.matches && begin())
  new MutationObserver(redraw).observe(document.documentElement, { attributeFilter: ['data-theme'] })
  addEventListener('resize', redraw)
}
