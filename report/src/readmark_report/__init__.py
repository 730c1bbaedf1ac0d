"""What a run of readmark means: figures, tables and one page, read from its database and nothing else."""
