/** What the page loads, and the window that opens over it: the same names as the provider's own. */
export const checkoutScript = (origin: string) => `
window.Razorpay = class {
  #options
  #listeners = {}
  constructor(options) { this.#options = options }
  on(event, listener) { (this.#listeners[event] ??= []).push(listener) }
  open() {
    const options = this.#options
    const frame = document.createElement('iframe')
    frame.title = 'Payment'
    frame.src = ${JSON.stringify(origin)} + '/v1/checkout/window?order_id=' + encodeURIComponent(options.order_id)
      + '&description=' + encodeURIComponent(options.description ?? '')
    frame.setAttribute('style', 'position:fixed;inset:0;width:100%;height:100%;border:0;z-index:2147483647')
    // Hidden at once and gone a little later, as the provider's fades away: the key that closed it is let go in it.
    const close = () => {
      removeEventListener('message', hear)
      frame.title = ''
      frame.style.display = 'none'
      setTimeout(() => frame.remove(), 1000)
    }
    const hear = ({ source, data }) => {
      if (source !== frame.contentWindow) return
      if (data.kind === 'paid') { close(); options.handler?.(data.answer) }
      if (data.kind === 'failed') for (const tell of this.#listeners['payment.failed'] ?? []) tell({ error: data.error })
      if (data.kind === 'dismissed') { close(); options.modal?.ondismiss?.() }
    }
    addEventListener('message', hear)
    document.body.append(frame)
    this.close = close
  }
}
`

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;')

export const checkoutWindow = (order: { id: string; amount: number; currency: string }, description: string) => {
  const digits = String(order.amount).padStart(3, '0')
  const price = `${order.currency} ${digits.slice(0, -2)}.${digits.slice(-2)}`
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Payment</title>
<meta name="viewport" content="width=device-width">
<style>
body { margin: 0; display: grid; min-height: 100vh; place-items: center; background: rgb(0 0 0 / .5); font: 16px system-ui }
main { background: #fff; color: #111; padding: 24px; border-radius: 12px; width: min(340px, 90vw) }
label, input, button { display: block; width: 100%; box-sizing: border-box; margin-top: 8px; font: inherit; padding: 8px }
label { padding: 0 }
</style>
<main><h1>${escaped(description)}</h1><p>${escaped(price)}. Test mode: no money moves.</p>
<form><label for="card">Card number</label><input id="card" autocomplete="cc-number" required>
<button>Pay</button></form>
<section hidden><p>Your bank asks: is this you?</p><button id="yes">Approve</button><button id="no">Decline</button></section>
<p role="alert"></p><button id="close">Close</button></main>
<script>
const say = (kind, more) => parent.postMessage({ kind, ...more }, '*')
const form = document.querySelector('form'), bank = document.querySelector('section')
const pay = async (approved) => {
  const body = JSON.stringify({ order_id: ${JSON.stringify(order.id)}, card: form.card.value, approved })
  const answer = await (await fetch('/v1/checkout/pay', { method: 'POST', body })).json()
  bank.hidden = answer.kind !== 'bank'
  if (answer.kind === 'failed') document.querySelector('[role=alert]').textContent = answer.error.description
  if (answer.kind !== 'bank') say(answer.kind, answer)
}
form.onsubmit = (event) => { event.preventDefault(); void pay() }
document.querySelector('#yes').onclick = () => void pay(true)
document.querySelector('#no').onclick = () => void pay(false)
document.querySelector('#close').onclick = () => say('dismissed')
</script></html>`
}
