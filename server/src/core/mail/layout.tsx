import type { ReactNode } from 'react'
import { Body, Button, Container, Head, Heading, Html, Link, Preview, Text } from 'react-email'
import { darkStyle, style } from './mail-style.ts'

/** Every mail: the product's name, one sheet, a heading. No pictures and nothing loaded from elsewhere. */
export function MailLayout({ preview, heading, children }: { preview: string; heading: string; children: ReactNode }) {
  return (
    <Html lang="en" dir="ltr">
      <Head>
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{darkStyle}</style>
      </Head>
      <Preview>{preview}</Preview>
      <Body style={style.body} className="m-body">
        <Container style={style.sheet} className="m-sheet">
          <Text style={style.brand} className="m-accent">
            Throughline
          </Text>
          <Heading as="h1" style={style.heading} className="m-text">
            {heading}
          </Heading>
          {children}
        </Container>
      </Body>
    </Html>
  )
}

export const MailText = ({ children }: { children: ReactNode }) => (
  <Text style={style.text} className="m-text">
    {children}
  </Text>
)

export const MailNote = ({ children }: { children: ReactNode }) => (
  <Text style={style.note} className="m-note">
    {children}
  </Text>
)

/** The one thing to do, and its address to copy where buttons do not work. */
export const MailAction = ({ href, label, copyHint }: { href: string; label: string; copyHint: string }) => (
  <>
    <Button href={href} style={style.button} className="m-button">
      {label}
    </Button>
    <div data-skip-in-text="true">
      <MailNote>
        {copyHint}{' '}
        <Link href={href} style={style.address} className="m-accent">
          {href}
        </Link>
      </MailNote>
    </div>
  </>
)
