export const texts = {
  copyHint: 'Or open this address:',
  subject: (number: string) => `Receipt ${number}`,
  heading: 'Thank you for your payment',
  body: (amount: string, plan: string, until: string) =>
    `We received ${amount} for ${plan}. Your subscription is active until ${until}.`,
  number: (number: string) => `Receipt number: ${number}`,
  action: 'Open your subscription',
}
