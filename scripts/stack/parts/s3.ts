import { createHash, createHmac } from 'node:crypto'
import { join } from 'node:path'
import { onPath } from '../binaries.ts'
import { answers } from '../daemon.ts'
import { goPackages, goProgram } from '../go.ts'
import type { Part } from '../part.ts'
import { dataOf, folder, logOf } from '../places.ts'
import { ask, launch } from '../run.ts'
import { secrets } from '../secrets.ts'
import { host, port, versions } from '../settings.ts'

const cacheName = `versitygw-${versions.versitygw}`

const BUCKET = 'throughline'
const REGION = 'us-east-1'
/** Pages of the built product, of the development server and of the browser journeys. */
const PAGES = ['api', 'web_dev', 'e2e'] as const

const hash = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** AWS signature, version 4, of one request without further headers. */
function signed(path: string, query: string, body: string): Record<string, string> {
  const moment = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const day = moment.slice(0, 8)
  const scope = `${day}/${REGION}/s3/aws4_request`
  const headers = {
    host: `${host}:${port('s3')}`,
    'x-amz-checksum-sha256': createHash('sha256').update(body).digest('base64'),
    'x-amz-content-sha256': hash(body),
    'x-amz-date': moment,
  }
  const names = Object.keys(headers).join(';')
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`)
  const request = ['PUT', path, query, lines.join(''), names, hash(body)].join('\n')
  const { s3_access, s3_secret } = secrets()
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${s3_secret}`)
  const signature = hmac(key, ['AWS4-HMAC-SHA256', moment, scope, hash(request)].join('\n')).toString('hex')
  const credential = `AWS4-HMAC-SHA256 Credential=${s3_access}/${scope}`
  return { ...headers, authorization: `${credential}, SignedHeaders=${names}, Signature=${signature}` }
}

/** Our own pages send the parts of large files straight to the store; nobody else's page does anything there. */
async function allowOwnPages(): Promise<void> {
  const origins = PAGES.map((name) => `<AllowedOrigin>http://app.localhost:${port(name)}</AllowedOrigin>`)
  const rule = `<CORSRule>${origins.join('')}<AllowedMethod>PUT</AllowedMethod><ExposeHeader>ETag</ExposeHeader><MaxAgeSeconds>3600</MaxAgeSeconds></CORSRule>`
  const body = `<CORSConfiguration>${rule}</CORSConfiguration>`
  const headers = signed(`/${BUCKET}`, 'cors=', body)
  const answer = await fetch(`http://${host}:${port('s3')}/${BUCKET}?cors=`, { method: 'PUT', headers, body })
  if (!answer.ok) throw new Error(`the object store refused its CORS rule: ${answer.status} ${await answer.text()}`)
}

export async function s3Program(): Promise<string> {
  const command = onPath('versitygw')
  if (command && (await ask(command, ['--version']))?.includes(versions.versitygw)) return command
  const program = `github.com/versity/versitygw/cmd/versitygw@v${versions.versitygw}`
  return join(await goProgram(cacheName, '2 min', program), 'versitygw')
}

export const s3: Part = {
  name: 's3',
  title: `versitygw ${versions.versitygw}`,
  address: `${host}:${port('s3')}`,
  needs: [],
  stopSignal: 'SIGTERM',
  packages: () => goPackages(cacheName),
  ensure: async () => {
    await s3Program()
  },
  start: async () => {
    const objects = folder(dataOf('s3'), 'objects')
    // A bucket is a folder.
    folder(objects, 'throughline')
    const versionsFolder = folder(dataOf('s3'), 'versions')
    const args = ['--port', `${host}:${port('s3')}`, 'posix', '--versioning-dir', versionsFolder, objects]
    const env = { ROOT_ACCESS_KEY: secrets().s3_access, ROOT_SECRET_KEY: secrets().s3_secret }
    return await launch(await s3Program(), args, logOf('s3'), { env })
  },
  healthy: () => answers(port('s3')),
  prepare: allowOwnPages,
}
