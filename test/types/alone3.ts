import maglev from 'maglev/v3';

const app = maglev();
app.use(maglev.json());
app.get('/users/:id', (req, res) => {
  const id: string = req.params.id;
  res.send(200, id + req.url);
});
app.listen(3000);

// @ts-expect-error there is no such member
app.nonsense();
