// The format of Google's Model Card Toolkit, schema v0.0.2 (github.com/tensorflow/model-card-toolkit,
// model_card_toolkit/schema/v0.0.2/model_card.schema.json): its fields and their types, told here anew, none of its
// text. Stricter than the original, which lets unknown fields pass below the first level. `confidence_interval` is in
// the format's later revisions only; the first lets it pass.

import { z } from 'zod';

const text = z.string();
const described = z.array(z.strictObject({ description: text }));
const uri = z.url();
const graphics = z.strictObject({
  description: text.optional(),
  collection: z.array(z.strictObject({ name: text, image: z.base64() })).optional(),
});

export const toolkitFormat = z.strictObject({
  schema_version: text,
  model_details: z
    .strictObject({
      name: text,
      overview: text,
      documentation: text,
      owners: z.array(z.strictObject({ name: text, contact: text }).partial()),
      version: z.strictObject({ name: text, date: z.iso.date(), diff: text }).partial(),
      licenses: z.array(
        z.union([z.strictObject({ identifier: text }), z.strictObject({ custom_text: text })]),
      ),
      references: z.array(z.strictObject({ reference: uri })),
      citations: z.array(z.strictObject({ style: text, citation: text }).partial()),
    })
    .partial(),
  model_parameters: z
    .strictObject({
      model_architecture: text,
      data: z.array(
        z
          .strictObject({
            name: text,
            link: uri,
            sensitive: z.strictObject({ sensitive_data: z.array(text) }),
            graphics,
            description: text,
          })
          .partial(),
      ),
      input_format: text,
      output_format: text,
    })
    .partial(),
  quantitative_analysis: z
    .strictObject({
      performance_metrics: z.array(
        z.strictObject({
          type: text,
          value: z.number(),
          slice: text.optional(),
          confidence_interval: z
            .strictObject({ lower_bound: z.number(), upper_bound: z.number() })
            .optional(),
        }),
      ),
      graphics,
    })
    .partial(),
  considerations: z
    .strictObject({
      users: described,
      use_cases: described,
      limitations: described,
      tradeoffs: described,
      ethical_considerations: z.array(z.strictObject({ name: text, mitigation_strategy: text })),
    })
    .partial(),
});
