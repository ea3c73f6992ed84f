const names = ['Mistral', 'DeepSeek', 'Groq', 'OpenRouter', 'Together', 'Ollama'];

/** 200 models of 6 providers at one address, as CHAT_PROVIDERS has them. */
export const manyProviders = (baseUrl: string) =>
  names.map((name, place) => ({
    name,
    baseUrl,
    key: `key-of-${name}`,
    models: Array.from({ length: place < 2 ? 34 : 33 }, (_, index) => ({
      code: `${name.toLowerCase()}/model-${index}`,
      name: `${name} Large Instruct ${index}`,
      pricePerMillion: { input: 0.5, output: 1.5 },
    })),
  }));
