/** What a person who has loaded images into the nodes gives the chart: names of images, and nothing else. */
export const imageValues = {
  image: { registry: 'localhost', pullPolicy: 'Never' },
  evaluation: {
    mongodb: { image: 'localhost/skyshelf-test-mongodb:1' },
    kafka: { image: 'localhost/skyshelf-test-kafka:1' },
    s3: { image: 'localhost/skyshelf-test-s3:1' },
  },
};
