import type { Page } from '@playwright/test'

/** A harbour, a hill and the sun, 640 × 480, as a file to be chosen. */
export async function harbourPicture(page: Page) {
  const data = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 640
    canvas.height = 480
    const pen = canvas.getContext('2d')
    if (!pen) throw new Error('this browser cannot draw')
    const fill = (color: string, draw: () => void) => {
      pen.fillStyle = color
      pen.beginPath()
      draw()
      pen.fill()
    }
    fill('#0f4c5c', () => pen.rect(0, 0, 640, 480))
    fill('#f2c57c', () => pen.arc(410, 150, 55, 0, Math.PI * 2))
    fill('#7fb7be', () => {
      pen.moveTo(0, 380)
      for (const [x, y] of [
        [210, 180],
        [300, 275],
        [365, 210],
        [640, 400],
        [640, 480],
        [0, 480],
      ] as const)
        pen.lineTo(x, y)
    })
    fill('#e8f1f2', () => {
      pen.moveTo(0, 370)
      pen.bezierCurveTo(160, 320, 320, 430, 640, 350)
      pen.lineTo(640, 480)
      pen.lineTo(0, 480)
    })
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  })
  return { name: 'harbour.png', mimeType: 'image/png', buffer: Buffer.from(data, 'base64') }
}
