/**
 * The rules of every published page. They hold none of the characters that HTML gives a meaning to, since they stand in a
 * style element and are named by their hash.
 */
export const SITE_STYLE = [
  '*{box-sizing:border-box}',
  'body{margin:0;min-height:100vh;display:flex;flex-direction:column;background:#ffffff;color:#1d1c1a;font:17px/1.6 ui-sans-serif,system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif;overflow-wrap:anywhere}',
  'main{flex:1;display:flow-root;padding:32px 0 64px}',
  'h1,h2,h3,h4,h5,h6{margin:0 0 12px;line-height:1.2;text-wrap:balance}',
  'h1{font-size:44px;letter-spacing:-0.02em}h2{font-size:28px;letter-spacing:-0.01em}h3{font-size:21px}h4,h5,h6{font-size:17px}',
  'p{margin:0 0 16px}',
  'a{color:inherit}a:focus-visible{outline:2px solid currentColor;outline-offset:3px}',
  '.in,.text,.image,.form,.row{width:100%;max-width:1040px;margin:0 auto;padding:0 24px}',
  '.text{padding-top:12px}.text p{max-width:68ch}',
  '.image{padding-top:16px;padding-bottom:16px}.image img{display:block;width:100%;height:auto;border-radius:8px}',
  '.w25{max-width:296px}.w50{max-width:544px}.w75{max-width:792px}',
  '.row{display:flex;gap:40px;align-items:center;padding-top:16px;padding-bottom:16px}',
  '.row .image{flex:none;margin:0;padding:0}.row .text{padding:0;margin:0}',
  '.row .w25{width:25%}.row .w50{width:50%}.row .w75{width:70%}',
  '.band{margin:32px 0;padding:48px 0}.band p{max-width:68ch}',
  '.form iframe{display:block;width:100%;height:760px;border:1px solid #d6d3cc;border-radius:10px}',
  '.blank{display:grid;place-items:center;min-height:120px;border:1px dashed #8a877f;border-radius:8px;color:#5c5a54}',
  '.button{display:inline-block;padding:10px 22px;border-radius:8px;background:#1d1c1a;color:#ffffff;font-weight:600;text-decoration:none}',
  '.top .in,.end .in{display:flex;flex-wrap:wrap;gap:12px 32px;align-items:center;justify-content:space-between;padding-top:18px;padding-bottom:18px}',
  '.top ul,.end ul{display:flex;flex-wrap:wrap;gap:8px 24px;margin:0;padding:0;list-style:none}',
  '.top nav a{text-decoration:none}.top nav a:hover,.top nav a[aria-current]{text-decoration:underline;text-underline-offset:6px}',
  '.brand{display:flex;gap:12px;align-items:center;font-size:19px;font-weight:650;text-decoration:none}.brand img{height:36px;width:auto}',
  '.end{font-size:15px}.end p{margin:0}',
  '.hidden{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}',
  '.skip{position:absolute;left:-9999px}.skip:focus{left:12px;top:12px;padding:8px 14px;background:#1d1c1a;color:#ffffff;z-index:1}',
  '@media(max-width:860px){.row{flex-direction:column;align-items:stretch;gap:16px}.row .image{width:100%}h1{font-size:34px}h2{font-size:24px}.band{padding:32px 0}}',
  '@media(max-width:560px){.top .in{flex-direction:column;align-items:flex-start}}',
].join('')
